import type { FactoryProvider } from '@nestjs/common';
import { AlertReporter, type AlertSource } from '@luit/platform/alerts/alert-reporter';
import { CallClient } from '@luit/platform/calls/call-client';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import type { ContentChecker } from './content-checker';

/**
 * The alert cause of a classifier or hash matcher that does not respond. All processes report under the same source, so an outage is one
 * alert, no matter how many processes notice it.
 */
export function checkerAlerts(checker: ContentChecker): AlertSource {
  const { name } = checker;
  return {
    name,
    isShared: true,
    list: async () => {
      await checker.probe();
      if (!checker.isFailing) return [];
      return [
        {
          kind: 'classifier_unavailable',
          subject: name,
          summary: `The ${name} does not answer. Prompts, images or outputs pass unchecked or are turned away, as the settings say.`,
          action: `Check whether the ${name} is running. The logs say why its answers are missing.`,
          severity: 'critical',
        },
      ];
    },
  };
}

/** @param token the injection token of the checker, which is null if there is none */
export function checkerReporter(token: symbol): FactoryProvider<AlertReporter | null> {
  return {
    provide: Symbol(`alerts of ${token.description}`),
    inject: [Scheduler, CallClient, token],
    useFactory: (scheduler: Scheduler, calls: CallClient, checker: ContentChecker | null) =>
      checker && new AlertReporter(scheduler, calls, checkerAlerts(checker)),
  };
}
