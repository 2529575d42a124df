import { threeDotsPost } from '../../render/three-dots-post';
import { register } from '../register';

register(threeDotsPost);
