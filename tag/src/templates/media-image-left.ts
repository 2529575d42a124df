import { mediaImageLeft } from '../../render/media-image-left';
import { register } from '../register';

register(mediaImageLeft);
