import { imageBackgroundIcon } from '../../render/image-background-icon';
import { register } from '../register';

register(imageBackgroundIcon);
