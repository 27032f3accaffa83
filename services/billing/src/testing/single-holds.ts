import { LuitError } from '@luit/contracts/errors';
import { correlation } from '@luit/platform/tracing/correlation';
import { type HoldEnd, type HoldEndState, LedgerService, type Posting } from '../ledger/ledger.service';

/** The ledger, with operations on one hold, which throw their refusals. */
export class SingleHolds extends LedgerService {
  async hold(
    holdId: string,
    userId: string,
    credits: number,
    description: string,
    apiKeyId?: string,
  ): Promise<Posting> {
    const hold = { holdId, userId, credits, description, apiKeyId, correlation: correlation() };
    return only(await this.placeHolds([hold], true));
  }

  capture(holdId: string, userId: string): Promise<HoldEndState> {
    return this.settle({ holdId, userId, returnedAs: null, correlation: correlation() });
  }

  release(holdId: string, userId: string, returnedAs: string): Promise<HoldEndState> {
    return this.settle({ holdId, userId, returnedAs, correlation: correlation() });
  }

  private async settle(end: HoldEnd): Promise<HoldEndState> {
    return only(await this.settleHolds([end], true));
  }
}

function only<Result>([result]: (Result | LuitError)[]): Result {
  if (result instanceof LuitError) throw result;
  return result!;
}
