import { textIcon } from '../../render/text-icon';
import { register } from '../register';

register(textIcon);
