import { PageTitle } from '../../lib/page-title';
import { ContentGallery } from './content-gallery';
import { ControlsGallery } from './controls-gallery';
import { FeedbackGallery } from './feedback-gallery';

/** Shows every `ui` component in every state and both themes. Available in development builds only. */
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
