import { Module } from '@nestjs/common';
import { InvariantsController } from './invariants.controller';
import { InvariantsService } from './invariants.service';

@Module({
  controllers: [InvariantsController],
  providers: [InvariantsService],
})
export class InvariantsModule {}
