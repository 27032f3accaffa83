import { BrowserRouter } from 'react-router-dom';
import { ServicesProvider, type Services } from '../lib/services';
import { AppRoutes } from './routes';

export function App({ services }: { services: Services }) {
  return (
    <ServicesProvider services={services}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </ServicesProvider>
  );
}
