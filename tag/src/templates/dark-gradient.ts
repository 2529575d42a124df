import { darkGradient } from '../../render/dark-gradient';
import { register } from '../register';

register(darkGradient);
