import { imagePost } from '../../render/image-post';
import { register } from '../register';

register(imagePost);
