/** 3D transform functions. Source: https://drafts.csswg.org/css-transforms-2/#3d-transform-functions */

import type { Rotate, Transform } from 'lightningcss';
import { record, type Specified } from '../cascade/specified.js';
import { roundF32 } from '../syntax/lightning.js';
import { readLength } from '../values/math.js';
import { type Matrix3d, rotation3d, scaling3d } from '../values/matrix-3d.js';
import type { Rotation, TransformFunction } from '../values/values.js';
import { readAngle, readFactor } from './parse.js';

type Of<Type extends TransformFunction['type']> = Extract<TransformFunction, { type: Type }>;

const matrix3d = (values: Matrix3d): Of<'matrix3d'> => ({ type: 'matrix3d', values });

/** The part of a function that has an effect in the third dimension only; undefined: there is none, or it is invalid. */
export function readDepth(value: Transform): Specified<TransformFunction> | undefined {
  switch (value.type) {
    case 'translateZ':
      return depth(readLength(value.value));
    case 'translate3d':
      return depth(readLength(value.value[2]));
    case 'scaleZ':
      return matrix3d(scaling3d(1, 1, readFactor(value.value)));
    case 'scale3d':
      return matrix3d(scaling3d(1, 1, readFactor(value.value[2])));
    default:
      return undefined;
  }
}

function depth(z: Specified<number> | undefined): Specified<TransformFunction> | undefined {
  return z === undefined ? undefined : record<Of<'translate-z'>>({ type: 'translate-z', z });
}

/** A function that has no 2D part. */
export function readFunction3d(value: Transform): Specified<TransformFunction> | undefined {
  switch (value.type) {
    case 'rotateX':
      return matrix3d(rotation3d(1, 0, 0, readAngle(value.value)));
    case 'rotateY':
      return matrix3d(rotation3d(0, 1, 0, readAngle(value.value)));
    case 'rotate3d': {
      const [x, y, z, angle] = value.value;
      return matrix3d(rotation3d(x, y, z, readAngle(angle)));
    }
    case 'matrix3d': {
      const members = Object.keys(value.value).sort() as (keyof typeof value.value)[];
      return matrix3d(members.map((member) => roundF32(value.value[member])));
    }
    case 'perspective': {
      const distance = readLength(value.value);
      if (distance === undefined || (typeof distance === 'number' && distance < 0)) return undefined;
      return record<Of<'perspective'>>({ type: 'perspective', distance });
    }
    default:
      return undefined;
  }
}

/** The value of the property `rotate` around another axis than that of the page. */
export function readRotation({ x, y, z, angle }: (Rotate & object)['xyz']): number | Rotation {
  const degrees = readAngle(angle);
  if (x === 0 && y === 0 && z !== 0) return Math.sign(z) * degrees;
  return { axis: [x, y, z], angle: degrees };
}
