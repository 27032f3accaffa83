import {
  type AlertDestinationBody,
  alertDestinationCalls,
  type AlertTarget,
} from '@luit/contracts/alerts/alert-destinations';
import { LuitError } from '@luit/contracts/errors';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isEmail, isURL } from 'class-validator';

@Injectable()
export class AlertDestinationsService {
  constructor(private readonly calls: CallClient) {}

  list() {
    return this.calls.call(alertDestinationCalls.listAlertDestinations, {});
  }

  /** @throws LuitError `validation_failed`, `conflict` if there are too many */
  add(adminId: string, input: AlertDestinationBody) {
    return this.calls.call(alertDestinationCalls.addAlertDestination, { adminId, target: targetOf(input) });
  }

  remove(adminId: string, id: string) {
    return this.calls.call(alertDestinationCalls.removeAlertDestination, { adminId, id });
  }

  /** @throws LuitError `not_found` */
  test(adminId: string, id: string) {
    return this.calls.call(alertDestinationCalls.testAlertDestination, { adminId, id });
  }
}

function targetOf({ kind, address = '', url = '', format = 'json' }: AlertDestinationBody): AlertTarget {
  if (kind === 'mail') {
    if (!isEmail(address)) throw new LuitError('validation_failed', 'Enter an email address');
    return { kind, address };
  }
  if (!isURL(url, { protocols: ['http', 'https'], require_protocol: true, require_tld: false }))
    throw new LuitError('validation_failed', 'Enter a URL that begins with https://');
  return { kind, url, format };
}
