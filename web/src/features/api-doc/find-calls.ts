/** Finding a call in the reference. It works on the elements themselves, because they may have come as HTML. */

/** Shows the calls and objects whose heading has all words, and tells how many there are. */
export function findCalls(root: ParentNode, text: string): number {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const section of root.querySelectorAll<HTMLElement>('[data-calls]')) {
    let found = 0;
    for (const call of section.querySelectorAll<HTMLElement>('[data-call]')) {
      const heading = `${call.id} ${call.querySelector('summary')?.textContent ?? ''}`.toLowerCase();
      call.hidden = !words.every((word) => heading.includes(word));
      if (!call.hidden) found += 1;
    }
    section.hidden = found === 0;
    shown += found;
  }
  return shown;
}

/** Opens the call that an address names, and shows it. */
export function openNamed(hash: string): void {
  const named = document.getElementById(hash.slice(1));
  if (!(named instanceof HTMLDetailsElement)) return;
  named.hidden = false;
  const section = named.closest<HTMLElement>('[data-calls]');
  if (section) section.hidden = false;
  named.open = true;
  named.scrollIntoView();
}
