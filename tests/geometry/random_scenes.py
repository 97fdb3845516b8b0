"""Random scenes to move a base `m` about in: bases anywhere, also over one another, and star-shaped terrain."""

import cmath

from hypothesis import strategies as st

from companion.geometry import Base, Mat, MatPoint, Scene, Terrain


@st.composite
def places(draw: st.DrawFn) -> MatPoint:
    return MatPoint(draw(st.floats(20, 580)), draw(st.floats(20, 580)))


@st.composite
def scenes(draw: st.DrawFn, *, all_impassable: bool = True) -> Scene:
    """A scene; with `all_impassable` False its terrain may also be passable, and difficult."""
    sizes = st.sampled_from([15.0, 16.0, 24.0, 30.0])
    kinds = st.just((True, False)) if all_impassable else st.tuples(st.booleans(), st.booleans())
    bases = [Base("m", draw(places()), draw(sizes))]
    bases += [Base(f"b{n}", place, draw(sizes)) for n, place in enumerate(draw(st.lists(places(), max_size=7)))]
    terrain = []
    for number, centre in enumerate(draw(st.lists(places(), max_size=4))):
        angles = sorted(draw(st.lists(st.floats(0, 6.28), min_size=3, max_size=6, unique=True)))
        rays = [cmath.rect(draw(st.floats(5, 80)), angle) for angle in angles]
        corners = tuple(MatPoint(centre.x_mm + ray.real, centre.y_mm + ray.imag) for ray in rays)
        impassable, difficult = draw(kinds)
        terrain.append(Terrain(f"t{number}", corners, impassable=impassable, difficult=difficult))
    return Scene(Mat(), tuple(bases), tuple(terrain))
