import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditPackEntity } from './credit-pack.entity';
import { PackEditorService } from './pack-editor.service';
import { PacksController } from './packs.controller';
import { PacksService } from './packs.service';

@Module({
  imports: [TypeOrmModule.forFeature([CreditPackEntity])],
  controllers: [PacksController],
  providers: [PackEditorService, PacksService],
  exports: [PacksService],
})
export class PacksModule {}
