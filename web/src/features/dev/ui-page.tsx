import { PageTitle } from '../../lib/page-title';
import { ContentGallery } from './content-gallery';
import { ControlsGallery } from './controls-gallery';
import { FeedbackGallery } from './feedback-gallery';

/** Every component of `ui/` in every state, in both themes. Only in development builds. */
export default function UiPage() {
  return (
    <div className="page py-10">
      <PageTitle>Components</PageTitle>
      <h1 className="mb-8 text-page heading">Components</h1>
      <ControlsGallery />
      <FeedbackGallery />
      <ContentGallery />
    </div>
  );
}
