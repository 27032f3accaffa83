import { Module } from '@nestjs/common';
import { ContentPolicyService } from './content-policy.service';

@Module({
  providers: [ContentPolicyService],
  exports: [ContentPolicyService],
})
export class PolicyModule {}
