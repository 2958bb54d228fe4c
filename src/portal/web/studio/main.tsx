/** The page of `platen preview`. Its address has the token of the server. */

import { createRoot } from 'react-dom/client';
import { setCredentials } from '../requests.js';
import '../styles.css';
import { StudioPage } from './studio.js';

setCredentials({ Authorization: `Bearer ${location.hash.slice(1)}` }, () => undefined);
createRoot(document.getElementById('root')!).render(<StudioPage />);
