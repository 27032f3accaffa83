import type { AffectedJob, IncidentSelection } from '@luit/contracts/operations/affected-jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { AffectedJobsService } from './affected-jobs.service';

@Controller()
export class AffectedJobsController {
  constructor(private readonly affectedJobs: AffectedJobsService) {}

  @OnCall(operationsCalls.listAffectedJobs)
  list(selection: IncidentSelection): Promise<{ jobs: AffectedJob[] }> {
    return this.affectedJobs.list(selection);
  }
}
