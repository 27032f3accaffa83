import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingsModule } from '../settings/settings.module';
import { CreditPackEntity } from './credit-pack.entity';
import { PackEditorService } from './pack-editor.service';
import { PacksService } from './packs.service';

@Module({
  imports: [SettingsModule, TypeOrmModule.forFeature([CreditPackEntity])],
  providers: [PackEditorService, PacksService],
  exports: [PackEditorService, PacksService],
})
export class PacksModule {}
