import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { useRequestParam } from './use-request-param';

const NeverLoads = lazy(() => new Promise<never>(() => undefined));

function Page() {
  const [id, name] = useRequestParam();
  return (
    <>
      <p>{id ?? 'none'}</p>
      <button onClick={() => name('q-1')}>name</button>
      <button onClick={() => name(null)}>forget</button>
      <button onClick={() => name(null, { keepsHistory: true })}>leave</button>
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
          <Route path="/elsewhere" element={<NeverLoads />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  );
});

const press = (name: string) => userEvent.click(screen.getByText(name));

it('the request is set in and removed from the URL', async () => {
  await press('name');
  expect(screen.getByText('q-1')).toBeInTheDocument();
  expect(window.location.search).toBe('?request=q-1');
  await press('forget');
  expect(screen.getByText('none')).toBeInTheDocument();
  expect(window.location.search).toBe('');
});

it('Back returns to a request that was left', async () => {
  await press('name');
  await press('leave');
  expect(screen.getByText('none')).toBeInTheDocument();
  window.history.back();
  expect(await screen.findByText('q-1')).toBeInTheDocument();
});

it('setting the request during a navigation has no effect', async () => {
  await press('elsewhere');
  await press('name');
  expect(window.location.pathname + window.location.search).toBe('/elsewhere');
});
