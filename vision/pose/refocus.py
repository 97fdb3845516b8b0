"""A lens that focuses elsewhere than it was calibrated for: its focal length with it."""

from dataclasses import dataclass, replace

from vision.pose.refine import MatPose

ZOOM_DOUBT = 0.1
"""Share of a change of the focal length by which it stays in doubt: at another focus a lens bends its picture a little
otherwise too."""


@dataclass(frozen=True, slots=True)
class Refocus:
    """The lens focuses elsewhere than it was calibrated for.

    Attributes:
        since_s: When it began.
        last_s: When it was last seen to change.
        share: By how much of itself the focal length has grown, all in all.
    """

    since_s: float
    last_s: float
    share: float

    @staticmethod
    def after(known: "Refocus | None", zoom: float, now_s: float, pause_s: float) -> "Refocus":
        """What is known after the focal length grew by the share `zoom`; after a pause it counts as a new change."""
        if known is None:
            return Refocus(now_s, now_s, zoom)
        since_s = known.since_s if now_s - known.last_s <= pause_s else now_s
        return Refocus(since_s, now_s, (1 + zoom) * (1 + known.share) - 1)


def zoomed_pose(pose: MatPose, share: float) -> MatPose:
    """The same camera at the same place with a focal length longer by that share of itself.

    What was known of the focal length is known as well as before, less `ZOOM_DOUBT` of the change.
    """
    mean, covariance = pose.prior.mean.copy(), pose.prior.covariance.copy()
    mean[:2] *= 1 + share
    covariance[:2, :2] += (ZOOM_DOUBT * share * float(mean[0])) ** 2
    prior = replace(pose.prior, mean=mean, covariance=covariance)
    model = pose.model
    (fx, skew, cx), (_, fy, cy), last = model.lens.matrix
    lens = replace(model.lens, matrix=((fx * (1 + share), skew, cx), (0.0, fy * (1 + share), cy), last))
    camera = replace(pose.camera, model=replace(model, lens=lens))
    return replace(pose, camera=camera, prior=prior)
