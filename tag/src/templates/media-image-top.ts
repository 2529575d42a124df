import { mediaImageTop } from '../../render/media-image-top';
import { register } from '../register';

register(mediaImageTop);
