import { findCalls, openNamed } from './find-calls';

const call = (id: string, heading: string): string =>
  `<details id="${id}" data-call><summary>${heading}</summary></details>`;

beforeEach(() => {
  document.body.innerHTML = `
    <section data-calls>
      ${call('list_campaigns', '<b>GET</b> <code>/api/advertiser/campaigns</code> Lists them.')}
      ${call('stop_campaign', '<b>PUT</b> <code>/api/advertiser/campaigns/{id}/stop</code> Stops a campaign.')}
    </section>
    <section data-calls>${call('object-Campaign', '<code>Campaign</code> One.')}</section>
    <h2 id="objects"></h2>`;
});

const shown = () => [...document.querySelectorAll('[data-call]:not([hidden])')].map((found) => found.id);

test('calls are found by path, method, words and name', () => {
  expect(findCalls(document, '')).toBe(3);
  expect(findCalls(document, 'put campaigns/{id}')).toBe(1);
  expect(shown()).toEqual(['stop_campaign']);
  expect(findCalls(document, 'stop_campaign')).toBe(1);
  expect(findCalls(document, 'nothing is called so')).toBe(0);
  expect(document.querySelectorAll('section:not([hidden])')).toHaveLength(0);
  expect(findCalls(document, ' ')).toBe(3);
});

test('a call that an address names is opened, also when it was not found', () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(undefined);
  findCalls(document, 'nothing is called so');
  openNamed('#stop_campaign');
  const named = document.getElementById('stop_campaign');
  expect(named).toHaveProperty('open', true);
  expect(named?.closest('[hidden]')).toBeNull();
  for (const hash of ['', '#', '#objects', '#nothing', '#%']) expect(() => openNamed(hash)).not.toThrow();
});
