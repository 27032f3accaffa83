import { renderDataMap } from './data-map';

describe('the data map', () => {
  it('has a row per table with personal data, and none for the others', () => {
    const text = renderDataMap({
      auth: {
        users: {
          purpose: 'run accounts',
          personal: { email: 'contact', name: 'contact', id: 'account' },
          other: 'status',
        },
        signing_keys: { other: 'kid' },
      },
    });
    expect(text).toContain(
      '| `auth.users` | run accounts | contact: `email`, `name`; account: `id` | it has a row per account',
    );
    expect(text).not.toContain('signing_keys');
  });

  it('says how long each table is kept', () => {
    expect(renderDataMap()).not.toContain('| unknown |');
    expect(renderDataMap()).toMatch(/`auth\.sessions` .* \| 400 days by default: /);
  });
});
