import { languageName } from '~/lib/names';
import { choicesOf } from '~/ui/choices';

/** ISO 639-1 codes that browsers send often. */
const CODES =
  'ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh';

/** The languages to choose from. */
export const LANGUAGE_CHOICES = choicesOf(CODES.split(' ').map((code) => ({ id: code, name: languageName(code) })));
