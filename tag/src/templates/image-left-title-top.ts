import { article } from '../../render/article';
import { register } from '../register';

register(article);
