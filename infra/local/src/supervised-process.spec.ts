import { restartPause } from './supervised-process';

it('pauses longer the more often a process dies right after its start, up to 5 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 20].map(restartPause)).toEqual([0, 0, 200, 400, 800, 1600, 3200, 5000, 5000]);
});
