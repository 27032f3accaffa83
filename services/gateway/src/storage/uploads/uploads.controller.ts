import { Controller, Post, Req, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Answers } from '../../http/answers/answers';
import { AcceptsBody } from '../../http/requests/body-kind';
import { type IdentifiedRequest, UserOrGuestGuard } from '../../access/identities/identity.guards';
import { PerMinute } from '../../access/limits/rate-limit.guard';
import { OrderImagesService } from './order-images.service';
import { UploadDto } from './uploads.dto';

@ApiTags('payments')
@Controller('api/uploads')
export class UploadsController {
  constructor(private readonly images: OrderImagesService) {}

  @Post()
  @Answers(201, { image_url: z.string() })
  @UseGuards(UserOrGuestGuard, PerMinute('uploadPerMinute'))
  @ApiBearerAuth('user')
  @AcceptsBody('multipart')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ type: UploadDto })
  @ApiOperation({
    summary: 'Uploads an image for a video order',
    description:
      'Pass the returned `image_url` as `imageUrl` of an order within a day; unused images are then deleted.',
  })
  upload(@Req() request: IdentifiedRequest) {
    return this.images.upload(request);
  }
}
