import { push } from '../../render/push';
import { register } from '../register';

register(push);
