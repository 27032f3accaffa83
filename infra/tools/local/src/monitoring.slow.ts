import { promtool, RULE_TESTS } from './testing/promtool';

describe('monitoring', () => {
  it('each alert fires for its cause, and none fires in a healthy installation', () => {
    expect(promtool('test', 'rules', ...RULE_TESTS).match(/SUCCESS/g)).toHaveLength(RULE_TESTS.length);
  });
});
