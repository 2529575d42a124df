import { articleText } from '../../render/article-text';
import { register } from '../register';

register(articleText);
