import type { VideoPlan } from '@luit/contracts/generation/plans';
import { expect, it } from 'vitest';
import { aUser } from '../../testing/fake-server';
import { refusalOf } from './validate-prompt';

const plan: VideoPlan = {
  id: '5s-480p',
  name: 'Standard Video',
  duration: 5,
  credits: 18,
  quality: '480p',
  popular: true,
  description: '',
};

it('GEN-02: a prompt of nothing but blanks is none', () => {
  for (const prompt of ['', '  ', '\n\t']) expect(refusalOf(prompt, plan, aUser())).toBe('Please enter a video prompt');
});

it('GEN-03: without a plan there is no price', () => {
  expect(refusalOf('A boat', undefined, aUser())).toBe('Please select a video duration plan');
});

it('GEN-04: somebody signed out, or whose session ended meanwhile, is asked to sign in', () => {
  expect(refusalOf('A boat', plan, null)).toBe('Please log in to generate videos');
  expect(refusalOf('A boat', plan, aUser())).toBeNull();
});
