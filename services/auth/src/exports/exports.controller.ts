import type { AccountExport } from '@luit/contracts/auth/account-export';
import { authCalls } from '@luit/contracts/auth/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { ExportsService } from './exports.service';

@Controller()
export class ExportsController {
  constructor(private readonly accountExports: ExportsService) {}

  @OnCall(authCalls.requestExport)
  async request({ userId }: { userId: string }): Promise<Record<string, never>> {
    await this.accountExports.request(userId);
    return {};
  }

  @OnCall(authCalls.readExport)
  read({ token }: { token: string }): Promise<AccountExport> {
    return this.accountExports.read(token);
  }

  @OnCall(authCalls.closeExport)
  async close({ token, rows = 0 }: { token: string; rows?: number }): Promise<Record<string, never>> {
    await this.accountExports.close(token, rows);
    return {};
  }
}
