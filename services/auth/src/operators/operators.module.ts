import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module';
import { RecordsModule } from '../records/records.module';
import { AuditChainMonitor } from './audit-entries/audit-chain-monitor';
import { AuditEntriesService } from './audit-entries/audit-entries.service';
import { BlocksService } from './blocks/blocks.service';
import { DirectoryService } from './directory/directory.service';
import { UserCounts } from './directory/user-counts';
import { OperatorInvitationsService } from './people/operator-invitations.service';
import { OperatorProfilesService } from './people/operator-profiles.service';
import { OperatorsService } from './people/operators.service';
import { PasskeysService } from './second-factors/passkeys.service';
import { RecoveryCodes } from './second-factors/recovery-codes';
import { SecondFactorsService } from './second-factors/second-factors.service';
import { TotpService } from './second-factors/totp.service';
import { OperatorSessionsService } from './sessions/operator-sessions.service';
import { OperatorSignInsService } from './sessions/operator-sign-ins.service';
import { UserSupportService } from './user-support/user-support.service';
import { ImpersonationsService } from './impersonations/impersonations.service';

/** Operators, how they sign in, what they do for users, and the audit log that they read. */
@Module({
  imports: [IdentityModule, RecordsModule],
  providers: [
    AuditChainMonitor,
    AuditEntriesService,
    BlocksService,
    DirectoryService,
    OperatorInvitationsService,
    OperatorProfilesService,
    OperatorSessionsService,
    OperatorSignInsService,
    OperatorsService,
    PasskeysService,
    RecoveryCodes,
    SecondFactorsService,
    TotpService,
    UserCounts,
    UserSupportService,
    ImpersonationsService,
  ],
})
export class OperatorsModule {}
