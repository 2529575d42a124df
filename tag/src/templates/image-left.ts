import { imageLeft } from '../../render/image-left';
import { register } from '../register';

register(imageLeft);
