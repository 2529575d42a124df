import { swiper } from '../../render/swiper';
import { register } from '../register';

register(swiper);
