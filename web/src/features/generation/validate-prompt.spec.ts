import type { VideoPlan } from '@luit/contracts/generation/plans';
import { expect, it } from 'vitest';
import { aUser } from '../../testing/fake-server';
import { validateGeneration } from './validate-prompt';

const plan: VideoPlan = {
  id: '5s-480p',
  name: 'Standard Video',
  duration: 5,
  credits: 18,
  quality: '480p',
  popular: true,
  description: '',
};

it('a blank prompt is rejected [GEN-02]', () => {
  for (const prompt of ['', '  ', '\n\t'])
    expect(validateGeneration(prompt, plan, aUser())).toBe('Please enter a video prompt');
});

it('a missing plan is rejected [GEN-03]', () => {
  expect(validateGeneration('A boat', undefined, aUser())).toBe('Please select a video duration plan');
});

it('a missing session asks to log in [GEN-04]', () => {
  expect(validateGeneration('A boat', plan, null)).toBe('Please log in to generate videos');
  expect(validateGeneration('A boat', plan, aUser())).toBeNull();
});
