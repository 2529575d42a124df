/** What jsdom lacks, or answers slowly: put in place once for each page of tests, however many files share it. */

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// jsdom has no layout: these parts of the platform are absent from it.
globalThis.ResizeObserver ??= NoResizeObserver;
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList;
// As newer browsers do, it answers with a promise.
Element.prototype.scrollIntoView ??= async () => {};
window.scrollTo = () => {};
if (!document.fonts) Object.assign(document, { fonts: new EventTarget() });

// What is asked of the style of an element is whether it is shown, for each element above each candidate of a role. jsdom holds every
// rule of every sheet against each of them, which took most of the tests' time; no sheet of ours is loaded here, so an element is
// shown as its tag is, unless its attributes or its own style say otherwise.
const computed = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();

type Styled = HTMLElement | SVGElement;
const isStyled = (element: Element): element is Styled => 'style' in element;

function displayOf(element: Styled): string {
  if (element.style.display) return element.style.display;
  const { localName } = element;
  if (element.hasAttribute('hidden') || (localName === 'dialog' && !element.hasAttribute('open'))) return 'none';
  let display = displays.get(localName);
  if (display === undefined) {
    display = computed(document.createElement(localName)).display;
    displays.set(localName, display);
  }
  return display;
}

/** The nearest that says so, as it is inherited. */
function visibilityOf(element: Styled): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = isStyled(at) ? at.style.visibility : '';
    if (own && own !== 'inherit') return own;
  }
  return 'visible';
}

window.getComputedStyle = (element, pseudo) => {
  if (pseudo || !isStyled(element)) return computed(element, pseudo);
  const known = (name: string) => {
    if (name === 'display') return displayOf(element);
    if (name === 'visibility') return visibilityOf(element);
    return undefined;
  };
  return new Proxy(element.style, {
    get(own, name) {
      if (name === 'getPropertyValue') return (asked: string) => known(asked) ?? own.getPropertyValue(asked);
      const value = known(String(name)) ?? Reflect.get(own, name, own);
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
};

let twins: string[] = [];
let listening: typeof console.error | undefined;

/** Two children of one key: the second one stays when it should go. React says it in the console, where nobody looks. */
export function listenForTwins(): void {
  // biome-ignore lint/suspicious/noConsole: it is what is listened to
  const tell = console.error;
  if (tell === listening) return;
  listening = (...said: unknown[]) => {
    if (String(said[0]).includes('two children with the same key')) twins.push(said.map(String).join(' '));
    tell(...said);
  };
  console.error = listening;
}

/** What was told of them since it was asked last. */
export function takeTwins(): string[] {
  const found = twins;
  twins = [];
  return found;
}
