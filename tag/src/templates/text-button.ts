import { textButton } from '../../render/text-button';
import { register } from '../register';

register(textButton);
