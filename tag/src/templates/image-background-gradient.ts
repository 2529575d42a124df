import { imageBackgroundGradient } from '../../render/image-background-gradient';
import { register } from '../register';

register(imageBackgroundGradient);
