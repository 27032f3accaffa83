import { Module } from '@nestjs/common';
import { LimitsModule } from '../../../access/limits/limits.module';
import { ProfileController } from './profile.controller';
import { ProfileService } from './profile.service';

@Module({ imports: [LimitsModule], controllers: [ProfileController], providers: [ProfileService] })
export class ProfileModule {}
