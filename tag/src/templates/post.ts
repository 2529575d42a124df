import { post } from '../../render/post';
import { register } from '../register';

register(post);
