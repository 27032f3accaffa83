import { Module } from '@nestjs/common';
import { AlertDestinationsController } from './alert-destinations.controller';
import { AlertDestinationsService } from './alert-destinations.service';

@Module({
  controllers: [AlertDestinationsController],
  providers: [AlertDestinationsService],
})
export class AlertDestinationsModule {}
