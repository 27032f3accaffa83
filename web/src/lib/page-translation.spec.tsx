import { followPageTranslation } from '@luit/ui/page-translation';
import { act, cleanup, render } from '@testing-library/react';
import { Suspense, use, type ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { translatePage } from '../testing/translate-page';

/** What a page shows in a state. */
type Page = (state: number) => ReactNode;

const Greeting = ({ name }: { name: string }) => name;

/** Pages whose next state React reaches by changing text nodes. */
const PAGES: Record<string, Page> = {
  'inserts an element before a text': (state) => <p>{state > 0 && <b>now</b>} Pay</p>,
  'removes a text beside an element': (state) => (
    <p>
      {state === 0 && 'Wait'}
      <b>Pay</b>
    </p>
  ),
  'replaces a text by an element': (state) => (
    <p>
      {state % 2 === 0 ? 'Pay' : <b>Paid</b>}
      <i>now</i>
    </p>
  ),
  'changes a text between others': (state) => <p>You have {state} credits</p>,
  'changes the only text': (state) => <p>{state}</p>,
  'changes a text of a component': (state) => (
    <p>
      <Greeting name={`You ${state}`} />
      <i>!</i>
    </p>
  ),
  'removes texts of a fragment': (state) =>
    state === 0 ? (
      <>
        Wait <b>a</b> moment
      </>
    ) : (
      <>Done</>
    ),
  'moves texts': (state) =>
    (state === 0 ? ['a', 'b', 'c'] : ['c', 'a', 'b']).map((name) => <Greeting key={name} name={name} />),
};

describe('a page that the browser translates', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    cleanup();
    stops.splice(0).forEach((stop) => stop());
  });

  const translated = async (page: Page, states: number[]) => {
    stops.push(followPageTranslation());
    const { container, rerender } = render(page(0));
    stops.push(translatePage());
    const shown: (string | null)[] = [];
    for (const state of states) {
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      rerender(page(state));
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      expect(container.querySelector('font')).not.toBeNull();
      shown.push(container.textContent);
    }
    return shown;
  };
  const untranslated = (page: Page, states: number[]) =>
    states.map((state) => {
      const { container, unmount } = render(page(state));
      const text = container.textContent;
      unmount();
      return text;
    });

  it.each(Object.entries(PAGES))('shows what it would show without translation when it %s', async (_, page) => {
    const states = [1, 2, 0, 1];
    expect(await translated(page, states)).toEqual(untranslated(page, states));
  });

  it('a change in the same moment as the translation is not lost', () => {
    stops.push(followPageTranslation());
    const page: Page = (state) => <p>{state > 0 && <b>now</b>} Pay</p>;
    const { container, rerender } = render(page(0));
    stops.push(translatePage());
    rerender(page(1));
    expect(container.textContent).toBe('now Pay');
  });

  it('a text that waits for its part is hidden and shown again', async () => {
    let load: (text: string) => void = () => undefined;
    const part = new Promise<string>((resolve) => (load = resolve));
    const Part = () => use(part);
    const page: Page = (state) => (
      <Suspense fallback={<i>Loading</i>}>
        <b>Pay {state}</b> now {state > 0 && <Part />}
      </Suspense>
    );
    stops.push(followPageTranslation());
    const { container, rerender } = render(page(0));
    stops.push(translatePage());
    await act(async () => rerender(page(1)));
    expect(container.querySelector('i')).toHaveTextContent('Loading');
    expect(container.textContent).not.toContain('now');
    await act(async () => load('today'));
    expect(container.textContent).toBe('Pay 1 now today');
  });

  it('a text that was translated before this was loaded does not break the page', async () => {
    const page: Page = (state) => (
      <p>
        {state > 0 && <b>now</b>} {state === 0 && 'Pay'}
      </p>
    );
    const { container, rerender } = render(page(0));
    stops.push(translatePage(), followPageTranslation());
    rerender(page(1));
    expect(container.querySelector('b')).toHaveTextContent('now');
  });

  it('an element that is not in the page is still an error', () => {
    stops.push(followPageTranslation());
    expect(() => document.body.removeChild(document.createElement('p'))).toThrow('not a child');
    expect(() => document.body.insertBefore(document.createElement('p'), document.createElement('i'))).toThrow();
  });
});
