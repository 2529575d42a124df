/**
 * A site's own question for notifications. It takes no focus and covers nothing but its corner: who reads on may read on. It stands
 * aside as long as the page has a dialog of its own.
 */
import { drawQuestion, questionCss } from '../../render/question';
import type { AskFile } from '../host';
import { Later, origin } from '../network';
import { register } from '../register';

/** How often is looked for a dialog of the page, in ms. */
const LOOK_MS = 500;

const file: AskFile = {
  name: 'ask',
  ask(settings, text, isBusy) {
    return new Later((resolve) => {
      const outer = document.createElement('div');
      const root = outer.attachShadow({ mode: 'open' });
      const css = questionCss(settings);
      try {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        root.adoptedStyleSheets = [sheet];
      } catch {
        const style = document.createElement('style');
        style.textContent = css;
        root.append(style);
      }
      const { accept, later, box } = drawQuestion(root, text, settings.picture && origin + settings.picture);
      const stand = () => {
        box.hidden = isBusy();
      };
      const timer = setInterval(stand, LOOK_MS);
      const end = (isWanted: boolean) => {
        clearInterval(timer);
        outer.remove();
        resolve(isWanted);
      };
      // Settled in the press itself: browsers ask for a permission in it alone.
      accept.onclick = () => end(true);
      later.onclick = () => end(false);
      box.onkeydown = ({ key }) => key === 'Escape' && end(false);
      document.body.append(outer);
      stand();
    });
  },
};
register(file);
