import type { AccessRecord, OperatorAction } from '@luit/contracts/auth/audit-log';
import { authCalls } from '@luit/contracts/auth/messages';
import { billingEvents } from '@luit/contracts/billing/messages';
import { operationsEvents } from '@luit/contracts/operations/messages';
import { OnEvent } from '@luit/platform/events/on-event';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { AuditLogService, type OperatorRefund } from './audit-log.service';

@Controller()
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @OnEvent(billingEvents.operatorRefunded)
  operatorRefunded(refund: OperatorRefund, manager: EntityManager): Promise<void> {
    return this.auditLog.writeRefund(refund, manager);
  }

  @OnEvent(operationsEvents.operatorActed)
  operatorActedOnJobs(action: OperatorAction, manager: EntityManager): Promise<void> {
    return this.auditLog.writeAction(action, manager);
  }

  @OnEvent(billingEvents.operatorActed)
  operatorActed(action: OperatorAction, manager: EntityManager): Promise<void> {
    return this.auditLog.writeAction(action, manager);
  }

  @OnCall(authCalls.recordAccess)
  recordAccess(access: AccessRecord): Promise<Record<string, never>> {
    return this.auditLog.recordAccess(access);
  }

  @OnCall(authCalls.listAuditLog)
  list(request: Parameters<AuditLogService['list']>[0]): ReturnType<AuditLogService['list']> {
    return this.auditLog.list(request);
  }
}
