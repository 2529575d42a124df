/** What blocks have in common whose ads stand elsewhere than their code. */
import type { Happening, Host, Place, Shared } from './host';

/** Makes the element of a place that stands for another one, as its block asks for it. */
export function makePlace(host: Host, of: HTMLElement): HTMLElement {
  const element = document.createElement('div');
  const name = of.getAttributeNames().find((one) => host.selector.includes(`[${one}]`)) ?? '';
  element.setAttribute(name, of.getAttribute(name) ?? '');
  return element;
}

/** Enters a place that stands for another: it is asked for where `ask` says. */
export function enterPlace(host: Host, element: HTMLElement): void {
  host.drop(element).more = { placed: true };
}

/**
 * Whether nothing is left to do for a place: others stand for it already, or it is in a frame. There is neither an article nor
 * a window of the page there, and the ads stand where the code is.
 */
export function isSettled(host: Host, element: HTMLElement, place: Place): boolean {
  if (place.undo) {
    place.state = 'elsewhere';
  } else if (window.top !== window) {
    place.more = { placed: true };
    host.ask(element);
  } else {
    return false;
  }
  return true;
}

/** Calls a function for what happens in an element; answers what ends that. */
export function hear(element: HTMLElement, step: (happening: Happening) => void): () => void {
  const { ears } = (window as unknown as { placard: Shared }).placard;
  const ear = (happening: Happening) => {
    if (happening.element === element) {
      step(happening);
    }
  };
  ears?.add(ear);
  return () => ears?.delete(ear);
}

/**
 * Notes what stands for a place, so that it goes with it: when the page gives the place to another block, takes the ads out
 * or removes the element.
 */
export function stand(place: Place, element: HTMLElement, why: string, goes: () => void, changes?: () => void): void {
  place.state = 'elsewhere';
  place.why = why;
  const observer = new MutationObserver(() => {
    if (element.isConnected) {
      changes?.();
    } else {
      place.undo?.();
    }
  });
  place.undo = () => {
    place.undo = undefined;
    observer.disconnect();
    goes();
  };
  observer.observe(document, { childList: true, subtree: true });
}
