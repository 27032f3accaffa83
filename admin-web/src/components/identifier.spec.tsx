import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { Identifier } from './identifier';

const ADDRESS = 'a.customer.with.a.very.long.address@example.com';

it('an address stays on one line, and its tooltip shows all of it', () => {
  render(<Identifier>{ADDRESS}</Identifier>);
  expect(screen.getByTitle(ADDRESS)).toHaveTextContent(ADDRESS);
  expect(screen.getByTitle(ADDRESS)).toHaveClass('truncate', 'select-all');
});

it('an id leads to the page of what it identifies', () => {
  render(
    <MemoryRouter>
      <Identifier to="/jobs/j-1">j-1</Identifier>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'j-1' })).toHaveAttribute('href', '/jobs/j-1');
});
