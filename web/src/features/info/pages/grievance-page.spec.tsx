import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import GrievancePage from './grievance-page';

it('the page gives the address of the officer, the time for each kind of complaint, and the way to complain', () => {
  render(
    <MemoryRouter>
      <GrievancePage />
    </MemoryRouter>,
  );
  const contact = screen.getByRole('region', { name: 'Contact' });
  expect(contact).toHaveTextContent('Contactsupport@luit.exampleLuit, Assam, India');
  expect(within(contact).getByRole('link')).toHaveAttribute('href', 'mailto:support@luit.example');
  const times = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(times).toEqual(['2 hours', '7 days', '15 days', '3 hours', '7 days']);
  expect(screen.getByRole('link', { name: 'Report or complain' })).toHaveAttribute('href', '/report');
  expect(screen.getByRole('link', { name: 'See the status of a report' })).toHaveAttribute('href', '/report#check');
});
