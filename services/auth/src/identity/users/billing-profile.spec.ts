import { parseBillingProfile } from './billing-profile';

describe('billing profile', () => {
  it('an invalid billing profile is rejected with its field', () => {
    const parse = (input: object) => {
      try {
        return parseBillingProfile(input);
      } catch (error) {
        return (error as { details: object }).details;
      }
    };
    expect(parse({ name: '', state: '18' })).toEqual({ name: 'Name is required' });
    for (const state of [undefined, '', '25', 'Assam', '__proto__', 18]) {
      expect(parse({ name: 'Ritu', state })).toEqual({ state: 'Please choose a state' });
    }
    expect(parse({ name: 'Ritu', state: '18', gstin: 'x' })).toEqual({ gstin: 'Please enter a valid GSTIN' });
    expect(parse({ name: 'Ritu', state: '18', gstin: '27AAPFU0939F1ZV' })).toEqual({
      gstin: 'The GSTIN belongs to a different state',
    });
    expect(parse({ name: ' Ritu ', state: '27', gstin: '27aapfu0939f1zv', role: 'admin' })).toEqual({
      name: 'Ritu',
      state: '27',
      gstin: '27AAPFU0939F1ZV',
    });
  });
});
