import { mediaPush } from '../../render/media-push';
import { register } from '../register';

register(mediaPush);
