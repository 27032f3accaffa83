import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useRequestParam } from './use-request-param';

const NeverThere = lazy(() => new Promise<never>(() => undefined));

function Page() {
  const [id, name] = useRequestParam();
  return (
    <>
      <p>{id ?? 'none'}</p>
      <button onClick={() => name('q-1')}>name</button>
      <button onClick={() => name(null)}>forget</button>
      <Link to="/elsewhere">elsewhere</Link>
    </>
  );
}

beforeEach(() => {
  window.history.pushState(null, '', '/here');
  render(
    <BrowserRouter>
      <Suspense>
        <Routes>
          <Route path="/here" element={<Page />} />
          <Route path="/elsewhere" element={<NeverThere />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  );
});

const press = (name: string) => userEvent.click(screen.getByText(name));

it('names a request in the address, and none', async () => {
  await press('name');
  expect(screen.getByText('q-1')).toBeInTheDocument();
  expect(window.location.search).toBe('?request=q-1');
  await press('forget');
  expect(screen.getByText('none')).toBeInTheDocument();
  expect(window.location.search).toBe('');
});

it('leaves alone who is on the way to a page that is not there yet', async () => {
  await press('elsewhere');
  await press('name');
  expect(window.location.pathname + window.location.search).toBe('/elsewhere');
});
