#![forbid(unsafe_code)]

//! Affine transforms in the order of CSS and PDF: x' = a x + c y + e, y' = b x + d y + f.

use crate::syntax::push_exact;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix(pub [f32; 6]);

/// Left, top, right, bottom; in a space whose y points up: left, bottom, right, top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds(pub [f32; 4]);

impl Matrix {
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// First `inner`, then this.
    pub fn after(self, Self(inner): Self) -> Self {
        let Self([a, b, c, d, e, f]) = self;
        let [ia, ib, ic, id, ie, i_f] = inner;
        Self([
            a * ia + c * ib,
            b * ia + d * ib,
            a * ic + c * id,
            b * ic + d * id,
            a * ie + c * i_f + e,
            b * ie + d * i_f + f,
        ])
    }

    /// None if it maps the plane to a line or a point.
    pub fn inverse(self) -> Option<Self> {
        let [a, b, c, d, e, f] = self.0.map(f64::from);
        let determinant = a * d - b * c;
        let inverse = [d, -b, -c, a, c * f - d * e, b * e - a * f].map(|value| (value / determinant) as f32);
        inverse.iter().all(|value| value.is_finite()).then_some(Self(inverse))
    }

    pub fn point(self, x: f32, y: f32) -> (f32, f32) {
        let Self([a, b, c, d, e, f]) = self;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// The bounds of a transformed rectangle.
    pub fn bounds(self, Bounds([left, top, right, bottom]): Bounds) -> Bounds {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| self.point(x, y));
        let least = |values: [f32; 4]| values.into_iter().fold(f32::INFINITY, f32::min);
        let greatest = |values: [f32; 4]| values.into_iter().fold(f32::NEG_INFINITY, f32::max);
        let (xs, ys) = (corners.map(|(x, _)| x), corners.map(|(_, y)| y));
        Bounds([least(xs), least(ys), greatest(xs), greatest(ys)])
    }

    /// The six numbers, separated by spaces.
    pub fn push(self, out: &mut Vec<u8>) {
        for (index, value) in self.0.into_iter().enumerate() {
            if index > 0 {
                out.push(b' ');
            }
            push_exact(out, value);
        }
    }
}

impl Bounds {
    pub const EMPTY: Self = Self([0.0; 4]);

    pub fn from_size([x, y, width, height]: [f32; 4]) -> Self {
        Self([x, y, x + width, y + height])
    }

    pub fn outset(self, by: f32) -> Self {
        let Self([left, top, right, bottom]) = self;
        Self([left - by, top - by, right + by, bottom + by])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let matrix = Matrix([0.75, 0.0, 0.5, -0.75, 20.0, 800.0]);
        let (x, y) = matrix.inverse().unwrap().after(matrix).point(3.0, 4.0);
        assert!((x - 3.0).abs() < 1e-3 && (y - 4.0).abs() < 1e-3);
        assert_eq!(Matrix([1.0, 2.0, 2.0, 4.0, 0.0, 0.0]).inverse(), None);
    }

    #[test]
    fn bounds_contain_a_turned_rectangle() {
        let quarter = Matrix([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]);
        assert_eq!(quarter.bounds(Bounds([1.0, 2.0, 3.0, 5.0])), Bounds([-5.0, 1.0, -2.0, 3.0]));
    }
}
