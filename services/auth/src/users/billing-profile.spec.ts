import { parseBillingProfile } from './billing-profile';

describe('a billing profile', () => {
  it('names its fault', () => {
    const refusal = (input: object) => {
      try {
        return parseBillingProfile(input);
      } catch (error) {
        return (error as { details: object }).details;
      }
    };
    expect(refusal({ name: '', state: '18' })).toEqual({ name: 'Name is required' });
    for (const state of [undefined, '', '25', 'Assam', '__proto__', 18]) {
      expect(refusal({ name: 'Ritu', state })).toEqual({ state: 'Please choose a state' });
    }
    expect(refusal({ name: 'Ritu', state: '18', gstin: 'x' })).toEqual({ gstin: 'Please enter a valid GSTIN' });
    expect(refusal({ name: 'Ritu', state: '18', gstin: '27AAPFU0939F1ZV' })).toEqual({
      gstin: 'The GSTIN belongs to another state',
    });
    expect(refusal({ name: ' Ritu ', state: '27', gstin: '27aapfu0939f1zv', role: 'admin' })).toEqual({
      name: 'Ritu',
      state: '27',
      gstin: '27AAPFU0939F1ZV',
    });
  });
});
